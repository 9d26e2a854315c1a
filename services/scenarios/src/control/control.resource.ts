import { builder } from '../builder.ts'
import { moveInside } from './move-inside.task.ts'
import { moveNext } from './move-inside.ts'
import { scenarioHandlers } from './scenario.handlers.ts'

const moveInsideTask = builder.task(moveInside, async ({ payload, state, work }, stores) => {
  const { scenario_id, number } = payload
  // As the publication: the scenario before its runs.
  if (!(await stores.scenarios.hold(scenario_id))) return
  const graph = (await stores.versions.graphs(scenario_id, [number])).get(number)!
  const { last } = await moveNext({ ...payload, graph, after: state?.after ?? '' }, work, stores)
  return last === null ? undefined : { state: { after: last } }
})

export const controlResource = builder.resource({
  handlers: [scenarioHandlers],
  tasks: [moveInsideTask],
})
