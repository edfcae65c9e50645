/** The version of this package, which a test holds to the one in package.json. */
export const VERSION = '1.0.0';
