// Compiled where it runs: what the command line of Angular does ahead of time, its compiler does here.
import '@angular/compiler';
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { provideServerRendering, renderApplication } from '@angular/platform-server';
import { appOf, WAY } from './app.js';

/** The whole document: Angular writes its styles into the head and its state after the root. */
export const renderDocument = (way, document) =>
  renderApplication(
    (context) =>
      bootstrapApplication(
        appOf(way),
        {
          providers: [{ provide: WAY, useValue: way }, provideServerRendering(), provideClientHydration()],
        },
        context,
      ),
    { document, url: `http://localhost/angular/${way}`, allowedHosts: ['localhost'] },
  );
