#!/usr/bin/env node
// Measures what each rule of the extraction earns: npm run ablate -- --corpus DIR
import { runCompiled } from './run-compiled.mjs';

runCompiled('ablate');
