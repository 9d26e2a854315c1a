// The secrets of the section: tokens of bots, keys that sign.
import { settingSecrets } from '@lms/service-host'

export const crmSecrets = settingSecrets('crm')
