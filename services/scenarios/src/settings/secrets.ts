// The secret that signs calls.
import { settingSecrets } from '@lms/service-host'

export const scenarioSecrets = settingSecrets('scenarios')
