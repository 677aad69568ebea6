/** The library: conversion alone, without database, HTTP or browser. */
export type { Outcome } from './contract/failure.ts';
export type { RemovalStep } from './contract/removal-steps.ts';
export { type Conversion, type ConvertContext, convertHtml } from './core/convert-html.ts';
export type { Diagnostics, Fault, RemovedBlock, StructureCounts } from './core/diagnostics/diagnostics.ts';
export { ENGINE_VERSION } from './core/engine-version.ts';
export type { PageMetadata } from './core/metadata/metadata.ts';
export type { ConvertOptions, Metadata } from './core/options.ts';
