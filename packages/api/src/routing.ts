// The service of a path, decided by the first segment after /v1.
import { type OperationEntry, operations } from './operations.ts'

/** First segment → service; throws if two services have the same segment. */
export function routingTableOf(entries: readonly OperationEntry[]): Readonly<Record<string, string>> {
  const table: Record<string, string> = Object.create(null)
  for (const { service, operation } of entries) {
    const segment = firstSegment(operation.path)
    if (!segment) continue
    table[segment] ??= service
    if (table[segment] !== service)
      throw new Error(
        `/v1/${segment} is claimed by ${table[segment]} and ${service}: a segment has one service.`,
      )
  }
  return table
}

/** `orders` of `/v1/orders/{id}`; null outside /v1. */
const firstSegment = (path: string) => /^\/v1\/([^/{]+)/.exec(path)?.[1] ?? null

export const routingTable: Readonly<Record<string, string>> = routingTableOf(operations)
