import { hasPermission, type Id, isId } from '@lms/contract'
import { audiences, movesOfSegments } from '@lms/crm/contract'
import { noRows, pageOfItems } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { asOf } from '../figures/as-of.ts'
import { drillByPeople } from '../figures/drill.ts'
import { oneValueOf, periodOfList, valuesOf } from '../figures/list-period.ts'
import { startOf } from '../figures/period.ts'
import { type FunnelRow, funnel, maxSteps, maxWindowDays } from './funnel.contract.ts'

const percent = (part: number, total: number) => (total ? Math.round((part * 100) / total) : null)

const funnelHandlers = builder.implement(funnel, {
  list: async ({ query, caller, work, runtime, now }, stores: Stores) => {
    const { time_zone: zone } = await stores.school.get()
    const period = periodOfList(query, { zone, now })
    if (!period) return noRows
    const segments = valuesOf(query, 'segment_ids').filter(each => isId('seg', each)) as Id<'seg'>[]
    const window = Number(oneValueOf(query, 'window_days') ?? 30)
    const nothing = (why: string) => {
      query.warnings.push(`${why}; nothing matches`)
      return noRows
    }
    if (segments.length > maxSteps || new Set(segments).size < segments.length)
      return nothing(`segment_ids must be 1 to ${maxSteps} different segments`)
    if (window < 1 || window > maxWindowDays) return nothing(`window_days must be 1 to ${maxWindowDays}`)
    if (!runtime.config.serviceAddresses.crm) return nothing('this installation has no segments')
    const as_of = await asOf({ work, runtime }, stores)
    const scope = { school: work.school, requestId: work.origin.requestId }
    const { steps } = await runtime.client('crm', { movesOfSegments }, scope).movesOfSegments.funnel({
      body: {
        segment_ids: segments,
        from: startOf(period.from, zone),
        to: startOf(period.to, zone),
        window_days: window,
      },
    })
    if (steps.length < segments.length)
      return nothing('segment_ids names a segment that the school does not have')
    // The figures name nobody; the drill does.
    const { needs } = await runtime
      .client('crm', { audiences }, scope)
      .audiences.needs({ body: { segment_ids: steps.map(({ segment_id }) => segment_id) } })
    const lacked = needs.find(each => !each.some(one => hasPermission(caller.rights, one)))
    if (lacked)
      query.warnings.push(`drill: what these segments ask about people needs ${lacked.join(' or ')}`)
    const late = steps.filter(
      ({ known_since }) => known_since === null || known_since > startOf(period.from, zone),
    )
    if (late.length)
      query.warnings.push(
        `entries of ${late.length} of the segments are known only since a later time: see known_since`,
      )
    const rows = steps.map(
      ({ user_ids, ...step }, index): FunnelRow => ({
        id: String(index + 1).padStart(2, '0'),
        step: index + 1,
        ...step,
        percent_of_first: percent(step.people, steps[0]!.people),
        percent_of_previous: index === 0 ? null : percent(step.people, steps[index - 1]!.people),
        as_of,
        drill: user_ids && !lacked ? drillByPeople(user_ids) : null,
      }),
    )
    return pageOfItems(rows, { ...query, filters: [] })
  },
})

export const funnelResource = builder.resource({
  handlers: [funnelHandlers],
})
