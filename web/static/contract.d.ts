// Written by `python -m web.contract`: change web/contract.py instead.

/** Something that is wrong or good to know, with its cure. */
export interface NoticeJson {
  key: string;
  level: string;
  text: string;
  cure: string | null;
}

/** Why something was refused. */
export interface RefusalJson {
  tone: string;
  text: string;
}

/** A sentence that the table says, with its cue. */
export interface AnnouncementJson {
  tone: string;
  text: string;
  cue: string;
}

/** A player at the table. */
export interface SeatJson {
  seat: number;
  name: string;
  turn: boolean;
  lamp: string;
  state: string;
}

/** A house rule in force. */
export interface RuleJson {
  title: string;
  chosen: string;
  changed: boolean;
}

/** A zone of the table that can be read now. */
export interface ReadRequestJson {
  zone: string;
  title: string;
  seat: number | null;
}

/** A button, or what a tap on a piece sends. */
export interface ActionJson {
  event: string;
  label: string;
  seat: number | null;
  values: Record<string, unknown>;
  primary: boolean;
}

/** A piece of a board with its outline. */
export interface PieceJson {
  outline: Array<Array<number>>;
  name: string;
  label: string | null;
  small: string | null;
  tone: string;
  standing: string;
  action: ActionJson | null;
  art: Array<string>;
}

/** A line over a board. */
export interface StrokeJson {
  points: Array<Array<number>>;
  label: string | null;
  standing: string;
}

/** Pieces and lines; of somebody else's hand only that there is one. */
export interface BoardJson {
  title: string;
  seat: number | null;
  hidden: boolean;
  pieces: Array<PieceJson>;
  strokes: Array<StrokeJson>;
  notes: Array<string>;
  open: boolean;
}

/** One call in the order in which it counts. */
export interface CallJson {
  seat: number;
  name: string;
  margin: string;
  by: string;
  way: string;
  late: boolean;
  remarks: Array<string>;
}

/** All calls, and what their times are worth. */
export interface CallsJson {
  note: string | null;
  order: Array<CallJson>;
}

/** A die that is drawn from its notation. */
export interface NotedDieJson {
  value: number | null;
  colour: string;
  label: string;
}

/** A die in a photograph. */
export interface DieJson {
  value: number | null;
  colour: string;
  cell: Array<number> | null;
  confidence: number;
  sure: boolean;
  corners: Array<Array<number>>;
  alternatives: Array<number>;
  index: number;
  label: string;
  now: NotedDieJson | null;
}

/** A line through dice, with its points and the reason. */
export interface LineJson {
  label: string;
  points: number;
  tone: string;
  cells: Array<Array<number>>;
  dice: Array<number>;
}

/** A photograph with what was read in it. */
export interface PictureJson {
  zone: string;
  title: string;
  url: string | null;
  kind: string;
  seat: number | null;
  sure: boolean;
  complete: boolean;
  problems: Array<string>;
  answered: Array<string>;
  faults: Array<string>;
  notes: Array<string>;
  places: Array<Array<number>>;
  dice: Array<DieJson>;
  lines: Array<LineJson>;
  total: number | null;
  tap: string;
  edit: boolean;
  open: boolean;
}

/** Dice that are drawn without a photograph. */
export interface GridJson {
  title: string;
  seat: number | null;
  total: number | null;
  rows: Array<Array<NotedDieJson>>;
  lines: Array<LineJson>;
}

/** The points of one player. */
export interface SheetRowJson {
  seat: number;
  name: string;
  points: Array<number | null>;
  total: number;
  leads: boolean;
}

/** The score sheet. */
export interface SheetJson {
  rounds: Array<string>;
  named: boolean;
  rows: Array<SheetRowJson>;
}

/** A player who has won. */
export interface WinnerJson {
  seat: number;
  name: string;
}

/** How the match has ended. */
export interface ResultJson {
  text: string;
  winners: Array<WinnerJson>;
}

/** A name with its value. */
export interface FactJson {
  name: string;
  value: string;
}

/** What the referee shows. */
export interface ViewJson {
  headline: string;
  hint: string;
  actions: Array<ActionJson>;
  viewer: number | null;
  secrets: boolean;
  boards: Array<BoardJson>;
  calls: CallsJson;
  grids: Array<GridJson>;
  sheet: SheetJson | null;
  result: ResultJson | null;
  facts: Array<FactJson>;
}

/** The match that is being played. */
export interface MatchJson {
  headline: string;
  hint: string;
  actions: Array<ActionJson>;
  viewer: number | null;
  secrets: boolean;
  boards: Array<BoardJson>;
  calls: CallsJson;
  grids: Array<GridJson>;
  sheet: SheetJson | null;
  result: ResultJson | null;
  facts: Array<FactJson>;
  number: number;
  mark: string;
  game: string;
  seats: Array<SeatJson>;
  rules: Array<RuleJson>;
  read_requests: Array<ReadRequestJson>;
  remaining_ms: number | null;
  can_undo: boolean;
  can_redo: boolean;
  pictures: Array<PictureJson>;
}

/** Everything that the page shows. */
export interface SnapshotJson {
  run: string;
  version: number;
  simulated: boolean;
  live: boolean;
  camera_on: boolean;
  camera: string | null;
  reading: string | null;
  notices: Array<NoticeJson>;
  said: Array<RefusalJson | AnnouncementJson>;
  match: MatchJson | null;
}

/** A player of an earlier match. */
export interface PastPlayerJson {
  seat: number;
  name: string;
  total: number | null;
  won: boolean;
}

/** An earlier match. */
export interface PastMatchJson {
  number: number;
  game: string;
  finished: boolean;
  state: string;
  players: Array<PastPlayerJson>;
}
