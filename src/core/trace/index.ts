export * from "./exemplars";
export * from "./snapshot";
export * from "./events";
export * from "./reduce";
