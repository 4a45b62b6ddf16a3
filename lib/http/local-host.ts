/** Hosts that only this machine or its own network can reach. */
const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/
const PRIVATE = /^(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$|^\[f[cd][0-9a-f]{2}:/

/** Names that the public DNS doesn't have. */
const INTERNAL = /^[^.:[]+$|\.(local|internal|test|home\.arpa)$/

/** This machine. `URL` keeps the brackets of an IPv6 address. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** This machine, or an address of a private network. */
export const isLocalHost = (hostname: string): boolean =>
  isLoopback(hostname) || PRIVATE.test(hostname)

/** Anyone between here and there can read and change what is sent to it over plain HTTP. */
export const isPublicHost = (hostname: string): boolean =>
  !isLocalHost(hostname) && !INTERNAL.test(hostname)
