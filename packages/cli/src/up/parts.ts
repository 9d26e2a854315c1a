// What a program that composes processes by itself takes from `lms up`: tests of upgrades start those of two releases.
export { readBusUsers } from '../bus-users.ts'
export { ownVariable } from '../databases.ts'
export { serviceNames } from '../services.ts'
export { childPart } from './child.ts'
export { folderAt } from './folder.ts'
export { gatewayChild, type Plan, serviceChildren } from './plan.ts'
export type { Running } from './supervisor.ts'
