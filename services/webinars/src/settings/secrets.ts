// The secrets of the section: they sign calls to the servers of video, and their callbacks.
import { settingSecrets } from '@lms/service-host'

export const webinarsSecrets = settingSecrets('webinars')
