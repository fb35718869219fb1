// Entry of dist/bench-report.js: the page and its plotting library, loaded when a report is written.
export { toPage } from "./page";
