/** The archive cannot be taken: why, for its sender. */
export class ArchiveRefused extends Error {}
