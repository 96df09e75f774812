/**
 * A file is known by a SHA-256 of the SHA-256 of each of its blocks, so that a browser can compute it block by block with
 * what it has (`crypto.subtle` takes no stream), and the API while it reads the parts of an upload.
 */
export const contentHashBlock = 4 * 1024 * 1024

/** In lower hexadecimal digits. */
export const contentHashPattern = /^[0-9a-f]{64}$/
