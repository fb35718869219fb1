export { systemClock } from "./clock";
export { figtreeHome } from "./home";
export { letOthersWork, slices } from "./slices";
