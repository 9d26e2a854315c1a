// All public operations as one flat list, the source of the document, the tests and the routing.
import type { Contract, Operation } from '@lms/contract'
import { contracts } from './contracts.ts'

export interface OperationEntry {
  readonly service: string
  readonly area: string
  /** Name of the resource in its contract; with `name` it is the call in the client, `client.users.create`. */
  readonly resourceName: string
  readonly name: string
  readonly operation: Operation
}

/** The public operations of some contracts. */
export const operationsOf = (list: readonly Contract[]): OperationEntry[] =>
  list.flatMap(contract => entriesOf(contract, contract.resources))

/** The public pages that are part of the API: the gateway answers them beside `/api`. */
export const pagesOf = (list: readonly Contract[]): OperationEntry[] =>
  list.flatMap(contract => entriesOf(contract, contract.pages ?? {}))

const entriesOf = ({ service, area }: Contract, resources: Contract['resources']): OperationEntry[] =>
  Object.entries(resources).flatMap(([resourceName, resource]) =>
    Object.entries(resource).map(([name, operation]) => ({ service, area, resourceName, name, operation })),
  )

export const operations: readonly OperationEntry[] = operationsOf(contracts)

/** `users.create`: unique over all services, and the operationId. */
export const operationId = ({ resourceName, name }: OperationEntry) => `${resourceName}.${name}`
