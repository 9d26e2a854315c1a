// The secrets of the section: keys of models.
import { settingSecrets } from '@lms/service-host'

export const usersSecrets = settingSecrets('users')
