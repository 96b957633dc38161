/** State of the launch, for the parts of the stand-in. */
export const process = {
  appPath: '',
  name: '',
  version: '',
  /** Chromium's, as they were on the command line. */
  switches: [] as string[],
}
