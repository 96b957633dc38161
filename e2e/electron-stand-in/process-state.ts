/** What the launch has found out, for the parts of the stand-in. */
export const process = {
  appPath: '',
  name: '',
  version: '',
  /** Chromium's, as they were on the command line. */
  switches: [] as string[],
}
