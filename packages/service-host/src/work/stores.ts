// The stores of a service, for one unit of work.
import type { UnitOfWork } from './unit-of-work.ts'

/** The classes of the stores by name. */
export type StoreClasses = Readonly<Record<string, new (work: UnitOfWork) => unknown>>
export type StoresOf<C extends StoreClasses> = { readonly [N in keyof C]: InstanceType<C[N]> }

/** A class whose stores are created when a handler first uses them. */
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
