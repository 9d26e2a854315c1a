// A program that loads the programs of all processes, started by `lms up`: Node writes their compiled code when it ends.
import { programs } from './plan.ts'

for (const program of programs) await import(program.href)
