/** Checks that the drill leaves alone, each with its reason. A row that matches nothing is an error. */
export const leftOut: { file: RegExp; text: RegExp; reason: string }[] = [
  {
    file: /^(?:api|contract)\//,
    text: /^[\w.?[\]]+ === (?:undefined|null)$/,
    reason:
      'nothing was found: the condition that did not find it is a check of its own, and without a row nothing follows',
  },
  {
    file: /identity\/(?:auth-body|auth-routes)/,
    text: /isReadable|isWellFormed|u0000|^answer\.status/,
    reason: 'it keeps text out that no database takes, and words an error',
  },
  {
    file: /^api\/identity\/statements/,
    text: /^not \$\{blocks\('l\.user_id', 'm\.user_id'\)\}$/,
    reason: 'the call looks the creator up first, who is not found behind a block: this holds only between the two',
  },
  {
    file: /^api\/identity\/viewer/,
    text: /^given\.length === expected\.length$/,
    reason: 'the comparison after it throws for signatures of different lengths',
  },
  {
    file: /wallet\/check-statements|account\/(?:personal-data|erasure)|analytics\/visits/,
    text: /./,
    reason: 'it compares, deletes or counts rows for no caller, and other tests hold what it finds',
  },
  {
    file: /^api\/platform\/(?:jobs|mail|retention|backup|media|db\/(?:lock|migrate|pages|pool|search))/,
    text: /./,
    reason: 'it is about files, mails and jobs, whoever they belong to',
  },
  {
    file: /^api\/features\/posts\/jobs/,
    text: /^p\.published_at > /,
    reason: 'it chooses whose posts are counted again, and a right count stays as it is',
  },
]
