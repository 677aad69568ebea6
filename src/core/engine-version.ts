/** Version of the conversion engine: equal to that of the package. Part of every content digest. */
export const ENGINE_VERSION = '0.1.0';
