// The stores of a service, made for one unit of work.
import type { UnitOfWork } from './unit-of-work.ts'

/** How stores are made for one unit of work: a class for each name. */
export type StoreClasses = Readonly<Record<string, new (work: UnitOfWork) => unknown>>
export type StoresOf<C extends StoreClasses> = { readonly [N in keyof C]: InstanceType<C[N]> }

/** A class whose stores come into being when a handler first asks for them. */
export function lazyStores<C extends StoreClasses>(classes: C): new (work: UnitOfWork) => StoresOf<C> {
  class Stores {
    readonly work: UnitOfWork
    constructor(work: UnitOfWork) {
      this.work = work
    }
  }
  for (const [name, Class] of Object.entries(classes))
    Object.defineProperty(Stores.prototype, name, {
      get(this: Stores) {
        const store = new Class(this.work)
        Object.defineProperty(this, name, { value: store })
        return store
      },
    })
  return Stores as unknown as new (
    work: UnitOfWork,
  ) => StoresOf<C>
}
