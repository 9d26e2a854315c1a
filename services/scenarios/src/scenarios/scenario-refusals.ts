import { atMost, refuse } from '@lms/contract'

const maxScenarios = 500
const maxVersions = 1000
export const refusals = refuse({
  scenarios_limit_reached: {
    status: 409,
    when: `the school has ${maxScenarios} scenarios`,
    message: `A school has at most ${maxScenarios} scenarios. Delete some first.`,
  },
  versions_limit_reached: {
    status: 409,
    when: `the scenario has ${maxVersions} versions`,
    message: `A scenario has at most ${maxVersions} versions. Create another scenario.`,
  },
  graph_invalid: {
    status: 422,
    when: 'the graph cannot be published',
    message: 'The graph cannot be published. Correct the nodes named in details.',
  },
  graph_beyond_own: {
    status: 403,
    when: 'the caller lacks a permission that the same call for one person needs',
    message:
      'The graph does what you may not do; see details. Publish it with a key whose role and scope include these permissions.',
  },
  scenario_unpublished: {
    status: 409,
    when: 'the scenario has no published version',
    message: 'Publish a version first: POST …/publish.',
  },
  scenario_not_enabled: {
    status: 409,
    when: 'the scenario is not enabled',
    message: 'This scenario is not enabled. Switch it on: POST …/status {"status": "enabled"}.',
  },
  scenario_paused: {
    status: 409,
    when: 'the scenario is paused already',
    message: 'This scenario is paused. Resume it: POST …/status {"status": "enabled"}.',
  },
  scenario_occupied: {
    status: 409,
    when: 'people are inside the scenario',
    message: 'People are inside this scenario. Stop it first: POST …/status {"status": "stopped"}.',
  },
  scenario_named: {
    status: 409,
    when: 'another scenario leads into it',
    message: 'Another scenario leads into this one. Change its node first.',
  },
  scenario_unknown: {
    status: 422,
    when: 'a node names a scenario that the school does not have',
    message: 'A node with kind scenario must name a scenario of this school.',
  },
  scenario_closing: {
    status: 409,
    when: 'the scenario was stopped a moment ago, and many of the people inside are still led out',
    message: 'The people inside are still led out of this scenario. Switch it on in a minute.',
  },
  already_inside: {
    status: 409,
    when: 'the person is inside the scenario',
    message: 'This person is inside this scenario. GET /v1/scenario-runs shows where.',
  },
  re_entry_refused: {
    status: 409,
    when: 'the person was inside the scenario, and its re_entry does not let them in again now',
    message:
      'This person was inside this scenario, and may not enter again now: see re_entry and re_entry_gap_hours.',
  },
  too_many_entries: {
    status: 409,
    when: 'the person has entered 20 scenarios within an hour',
    message: 'A person enters at most 20 scenarios of a school within an hour.',
  },
  version_unknown: {
    status: 422,
    when: 'from_version is no version of the scenario',
    message: 'from_version must be a version of this scenario; GET /v1/scenarios/{id} lists them.',
  },
  trigger_unknown: {
    status: 422,
    when: 'trigger is no trigger of the graph',
    message: 'trigger must be the id of a node of the kind trigger in this graph.',
  },
  zone_unknown: {
    status: 422,
    when: 'time_zone is no zone',
    message: 'time_zone must be a zone of the IANA database: Europe/Berlin.',
  },
  user_unknown: {
    status: 422,
    when: 'a person in the body is no person of the school',
    message: 'The person must be one of this school.',
  },
})

export const scenarioRoom = atMost(maxScenarios, refusals.scenarios_limit_reached)
export const versionRoom = atMost(maxVersions, refusals.versions_limit_reached)
