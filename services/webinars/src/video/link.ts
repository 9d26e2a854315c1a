// The external link: the video takes place at an address that the school names. Nothing is made, ended or asked there.
import { filmAt } from './players.ts'
import type { VideoProvider } from './provider/provider.ts'

export const link: VideoProvider = {
  kind: 'link',
  isConfigured: () => true,
  prepare: async () => {},
  joinLink: async ({ join_url }) => join_url,
  film: ({ join_url }) => (join_url === null ? null : filmAt(join_url)),
  close: async () => {},
  // The school attaches the recording.
  recordings: async () => null,
  // Beats of the room are what is known of its people.
  attendance: async () => [],
  callback: async () => [],
}
