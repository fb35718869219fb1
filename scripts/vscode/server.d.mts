export interface RunningServer {
  readonly origin: string;
  readonly dataFolder: string;
  url(testsPath?: string): string;
  extensionHosts(): number[];
  processes(): { readonly pid: number; readonly command: string }[];
  stop(): Promise<void>;
}

export function startServer(options: {
  readonly workspace: string;
  readonly settings?: object;
  readonly userSettings?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly extensions?: readonly string[];
  readonly data?: string;
  readonly vsix?: string;
}): Promise<RunningServer>;

export function writeSettings(dataFolder: string, scope: "Machine" | "User", values: object): void;
