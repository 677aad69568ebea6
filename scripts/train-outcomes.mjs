#!/usr/bin/env node
// Fits the model of pages without content to labelled pages: npm run train:outcomes -- --corpus DIR
import { runCompiled } from './run-compiled.mjs';

runCompiled('train-outcomes');
