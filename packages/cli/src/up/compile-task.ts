// A program that loads the programs of all processes, started by `lms up`: Node writes their compiled code when it ends.
import { services } from '../services.ts'
import { gatewayMain } from './plan.ts'

for (const main of [gatewayMain, ...services.map(({ main }) => main)]) await import(main.href)
