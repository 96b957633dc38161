/** A parameter that its endpoint does not accept: the response is a 422 with its name. */
export class InvalidParameter extends Error {
  readonly title = 'Invalid value'
  readonly parameter: string
  constructor(parameter: string, detail: string) {
    super(detail)
    this.name = 'InvalidParameter'
    this.parameter = parameter
  }
}
