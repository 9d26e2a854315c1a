// A plugin of Stryker: tells the process that started it of each mutant as soon as that has been tried.
import type { Outcome } from './stryker.ts'

class Outcomes {
  onMutantTested({ id, fileName, mutatorName, replacement, location, status }: Outcome): void {
    process.send!({ id, fileName, mutatorName, replacement, location, status } satisfies Outcome)
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'outcomes', injectableClass: Outcomes }]
