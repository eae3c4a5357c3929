"""What the page says about the camera and the mat: stalled, released, moved, hidden, or no longer lit as before."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service import Notice, NoticeLevel
from companion.texts import say
from device.camera.handover import Handover
from device.camera.table_monitor import TableMonitor
from device.publisher import StatePublisher
from vision.camera.capture import Capture, CaptureState
from vision.table.inks import Trouble

CAMERA_STALLED = "camera-stalled"
"""The key of the notice that the camera fell silent."""
MAT = "mat"
"""The key of the notice about the mat: moved, lost, or hidden in part."""

ASTRAY = Trouble(
    say("the camera does not keep its white balance and its focus"),
    say("restart the companion; if that does not help, look at every reading with care"),
)


@dataclass(frozen=True, slots=True)
class CameraNotices:
    """Publishes how camera and mat fare."""

    capture: Capture
    publisher: StatePublisher
    monitor: TableMonitor | None = None
    handover: Handover | None = None
    """Lets the camera go and takes it back; None where there is no real one."""

    def publish(self) -> None:
        """Say what is so now, and withdraw what is no longer so; the loop calls this every turn."""
        if self.handover is not None:
            self.handover.publish_holder()
        health = self.capture.health()
        if health.state is CaptureState.STALLED and health.what is not None:
            self.publisher.notice(Notice(CAMERA_STALLED, NoticeLevel.ERROR, health.what, health.cure))
        else:
            self.publisher.withdraw(CAMERA_STALLED)
        if health.state is CaptureState.RUNNING and self.monitor is not None:
            self._publish_about_the_mat(self.monitor)
        elif health.state is CaptureState.CLOSED:
            self.publisher.withdraw(MAT)

    def _publish_about_the_mat(self, monitor: TableMonitor) -> None:
        if (trouble := monitor.trouble) is not None:
            self._notice(Notice(MAT, NoticeLevel.WARNING, trouble.what, trouble.cure))
        elif monitor.astray:
            self._notice(Notice(MAT, NoticeLevel.WARNING, ASTRAY.what, ASTRAY.cure))
        elif (note := monitor.note) is not None:
            self._notice(Notice(MAT, NoticeLevel.INFO, note))
        else:
            self.publisher.withdraw(MAT)

    def _notice(self, notice: Notice) -> None:
        """Say `notice`, unless it is being said: each turn would put it last, and so change the page."""
        if notice not in self.publisher.snapshot().notices:
            self.publisher.notice(notice)
