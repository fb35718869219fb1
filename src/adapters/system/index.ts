export { systemClock } from "./clock";
export { figtreeHome } from "./home";
