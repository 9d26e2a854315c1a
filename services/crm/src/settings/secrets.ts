// The secrets of the section: tokens of bots, keys that sign.
import { resealSettingSecrets, settingSecrets } from '@lms/service-host'

export const crmSecrets = settingSecrets('crm')

export const resealSettingsTask = resealSettingSecrets(crmSecrets, '7 * * * *')
