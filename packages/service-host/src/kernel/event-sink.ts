/** Where a handler tells what happens before its answer is there. */
export interface EventSink {
  readonly tell: (name: string, data: unknown) => void
  /** Ends when the client leaves. */
  readonly disconnected: AbortSignal
}
