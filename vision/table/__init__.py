"""The table under the camera: printed mat, calibration, following it, stillness."""
