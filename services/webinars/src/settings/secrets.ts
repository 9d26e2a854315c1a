// The secrets of the section: they sign calls to the servers of video, and their callbacks.
import { resealSettingSecrets, settingSecrets } from '@lms/service-host'

export const webinarsSecrets = settingSecrets('webinars')

export const resealSettingsTask = resealSettingSecrets(webinarsSecrets, '11 * * * *')
