// The version shown in the API documents; package.json repeats it for npm.
export const VERSION = '7.16.0'
