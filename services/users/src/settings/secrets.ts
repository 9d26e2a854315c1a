// The secrets of the section: keys of models. They are encrypted again when the key ring has a new first key.
import { resealSettingSecrets, settingSecrets } from '@lms/service-host'

export const usersSecrets = settingSecrets('users')

export const resealSettingsTask = resealSettingSecrets(usersSecrets, '25 * * * *')
