/** A parameter that its endpoint does not accept: the response is a 422 with its name. */
export class InvalidParameter extends Error {
  readonly title: string
  readonly parameter: string
  constructor(parameter: string, detail: string, title = 'Invalid value') {
    super(detail)
    this.name = 'InvalidParameter'
    this.title = title
    this.parameter = parameter
  }
}
