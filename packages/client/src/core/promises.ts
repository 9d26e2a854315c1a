// What a call gives: a promise of its data, with the answer beside it; of a list also all its items, page by page.
import type { Answer, ListPage } from './answer.ts'
import { LmsError } from './error.ts'

export type Result<T, R extends string> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: LmsError<R> }

/** A promise of the data of an answer. `R` are the reasons with which the operation can be refused. */
export class ApiPromise<T, R extends string = string> extends Promise<T> {
  readonly #answer: Promise<Answer<T>>

  constructor(answer: Promise<Answer<T>>) {
    // What is awaited is the answer; this promise itself only gives it its form.
    super(resolve => resolve(null as never))
    this.#answer = answer
  }

  /** The promises that follow from it are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<A = T, B = never>(
    resolved?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((error: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(resolved, rejected)
  }
  override catch<B = never>(rejected?: ((error: any) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, rejected)
  }
  override finally(done?: (() => void) | null): Promise<T> {
    return this.#answer.then(({ data }) => data).finally(done)
  }

  /** The data with the status, the headers and the id of the request. */
  withResponse(): Promise<Answer<T>> {
    return this.#answer
  }

  /** The data, or the refusal with a reason of the operation; other errors are thrown. */
  async result(): Promise<Result<T, R>> {
    try {
      return { ok: true, data: await this }
    } catch (error) {
      if (error instanceof LmsError) return { ok: false, error: error as LmsError<R> }
      throw error
    }
  }
}

type Ask<T> = (cursor: string | null) => Promise<Answer<ListPage<T>>>

/** The first page of a list as a promise, and all its items as an async iterable. */
export class ListPromise<T, R extends string = string>
  extends ApiPromise<ListPage<T>, R>
  implements AsyncIterable<T>
{
  readonly #first: Promise<Answer<ListPage<T>>>
  readonly #ask: Ask<T>

  constructor(first: Promise<Answer<ListPage<T>>>, ask: Ask<T>) {
    super(first)
    this.#first = first
    this.#ask = ask
  }

  /** Page after page. A page may be empty and be followed by others, where a filter leaves few. */
  async *pages(): AsyncGenerator<ListPage<T>, void> {
    let { data: page } = await this.#first
    for (;;) {
      yield page
      if (page.next_cursor === null) return
      page = (await this.#ask(page.next_cursor)).data
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const { data } of this.pages()) yield* data
  }

  /** The first items, at most so many. */
  async first(count: number): Promise<T[]> {
    const items: T[] = []
    if (count <= 0) return items
    for await (const { data } of this.pages()) {
      items.push(...data.slice(0, count - items.length))
      if (items.length >= count) break
    }
    return items
  }
}
