export { startServer } from "./startServer";
