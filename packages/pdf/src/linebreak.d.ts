// The library has no types of its own.
declare module 'linebreak' {
  /** Where lines may and must break (Unicode UAX #14). */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
