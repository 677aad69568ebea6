/** What of Vitest's events the reporter reads. */
export default class SuitesReporter {
  onInit(vitest: {
    readonly config: { readonly root: string };
    readonly logger: { log(line: string): void; warn(line: string): void };
  }): void;
  onTestRunStart(specifications: readonly { readonly moduleId: string }[]): void;
  onTestModuleStart(module: { readonly moduleId: string }): void;
  onTestModuleEnd(module: { readonly moduleId: string }): void;
  onUserConsoleLog(log: { readonly content: string }): void;
  onTestRunEnd(): void;
}
