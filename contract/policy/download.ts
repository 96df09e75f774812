/**
 * Whether fans may download a media that they may see (product §44): what its creator says of this media counts, else
 * what they say of all. `null` says nothing.
 */
export const letsDownload = ({ ofMedia, ofAccount }: { ofMedia: boolean | null; ofAccount: boolean }): boolean =>
  ofMedia ?? ofAccount
