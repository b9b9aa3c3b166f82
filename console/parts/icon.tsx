import activity from "lucide/dist/esm/icons/activity.mjs";
import arrowDown from "lucide/dist/esm/icons/arrow-down.mjs";
import arrowUp from "lucide/dist/esm/icons/arrow-up.mjs";
import ban from "lucide/dist/esm/icons/ban.mjs";
import bell from "lucide/dist/esm/icons/bell.mjs";
import boxes from "lucide/dist/esm/icons/boxes.mjs";
import brain from "lucide/dist/esm/icons/brain.mjs";
import chartScatter from "lucide/dist/esm/icons/chart-scatter.mjs";
import chevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import chevronsUpDown from "lucide/dist/esm/icons/chevrons-up-down.mjs";
import circleCheck from "lucide/dist/esm/icons/circle-check.mjs";
import circleX from "lucide/dist/esm/icons/circle-x.mjs";
import clock from "lucide/dist/esm/icons/clock.mjs";
import columns3 from "lucide/dist/esm/icons/columns-3.mjs";
import copy from "lucide/dist/esm/icons/copy.mjs";
import dna from "lucide/dist/esm/icons/dna.mjs";
import download from "lucide/dist/esm/icons/download.mjs";
import ellipsis from "lucide/dist/esm/icons/ellipsis.mjs";
import externalLink from "lucide/dist/esm/icons/external-link.mjs";
import file from "lucide/dist/esm/icons/file.mjs";
import fileSpreadsheet from "lucide/dist/esm/icons/file-spreadsheet.mjs";
import fileText from "lucide/dist/esm/icons/file-text.mjs";
import folderKanban from "lucide/dist/esm/icons/folder-kanban.mjs";
import grid3x3 from "lucide/dist/esm/icons/grid-3x3.mjs";
import house from "lucide/dist/esm/icons/house.mjs";
import info from "lucide/dist/esm/icons/info.mjs";
import keyboard from "lucide/dist/esm/icons/keyboard.mjs";
import listFilter from "lucide/dist/esm/icons/list-filter.mjs";
import loaderCircle from "lucide/dist/esm/icons/loader-circle.mjs";
import logOut from "lucide/dist/esm/icons/log-out.mjs";
import menu from "lucide/dist/esm/icons/menu.mjs";
import microscope from "lucide/dist/esm/icons/microscope.mjs";
import pencil from "lucide/dist/esm/icons/pencil.mjs";
import pin from "lucide/dist/esm/icons/pin.mjs";
import play from "lucide/dist/esm/icons/play.mjs";
import plus from "lucide/dist/esm/icons/plus.mjs";
import redo2 from "lucide/dist/esm/icons/redo-2.mjs";
import rotateCcwClock from "lucide/dist/esm/icons/rotate-ccw-clock.mjs";
import save from "lucide/dist/esm/icons/save.mjs";
import search from "lucide/dist/esm/icons/search.mjs";
import settings from "lucide/dist/esm/icons/settings.mjs";
import sparkles from "lucide/dist/esm/icons/sparkles.mjs";
import squareTerminal from "lucide/dist/esm/icons/square-terminal.mjs";
import table2 from "lucide/dist/esm/icons/table-2.mjs";
import testTubes from "lucide/dist/esm/icons/test-tubes.mjs";
import torus from "lucide/dist/esm/icons/torus.mjs";
import trash from "lucide/dist/esm/icons/trash.mjs";
import triangleAlert from "lucide/dist/esm/icons/triangle-alert.mjs";
import undo2 from "lucide/dist/esm/icons/undo-2.mjs";
import upload from "lucide/dist/esm/icons/upload.mjs";
import x from "lucide/dist/esm/icons/x.mjs";

const ICONS = {
  // Navigation
  house,
  projects: folderKanban,
  tables: table2,
  structures: torus,
  sql: squareTerminal,
  import: upload,
  tasks: activity,
  models: boxes,
  analyze: microscope,
  train: brain,
  design: dna,
  predict: sparkles,
  compare: chartScatter,
  settings,
  // Actions
  search,
  menu,
  more: ellipsis,
  close: x,
  copy,
  download,
  add: plus,
  delete: trash,
  run: play,
  pin,
  columns: columns3,
  filter: listFilter,
  save,
  edit: pencil,
  undo: undo2,
  redo: redo2,
  signOut: logOut,
  keyboard,
  open: externalLink,
  bell,
  switch: chevronsUpDown,
  expand: chevronRight,
  up: arrowUp,
  down: arrowDown,
  // Icons for the kinds of files and views.
  file,
  sheet: fileSpreadsheet,
  text: fileText,
  history: rotateCcwClock,
  heatmap: grid3x3,
  plate: testTubes,
  // States
  done: circleCheck,
  failed: circleX,
  running: loaderCircle,
  waiting: clock,
  stopped: ban,
  info,
  warning: triangleAlert,
} as const;
export type IconName = keyof typeof ICONS;
/** Icon next to a word with the same meaning. Screen readers skip it. */
export function Icon({ name, class: more = "" }: { name: IconName; class?: string }) {
  return (
    <svg class={`icon ${more}`} viewBox="0 0 24 24" aria-hidden="true">
      {ICONS[name].map(([tag, attributes], index) => {
        const Shape = tag as "path";
        return <Shape key={index} {...attributes} />;
      })}
    </svg>
  );
}
