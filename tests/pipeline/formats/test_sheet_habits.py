"""Sheets as groups keep them in several languages: what each holds for a player, by the sheet itself."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from pipeline.formats.csv.nights import Terms, nights_of
from pipeline.formats.csv.sheet import read_sheet
from pipeline.formats.sessions import FileError
from pipeline.store.people import Registry
from pipeline.store.store import Store

SHEETS: list[tuple[str, dict[str, str] | None]] = [
    ('Date,Player,Net\n2024-01-05,Anna,12.50\n2024-01-05,Bo,-12.50\n', {'Anna': '12.5', 'Bo': '-12.5'}),
    ('Date,Player,Profit/Loss\n2024-01-05,Anna,$1,250.50\n', None),
    ('Date,Player,Profit/Loss\n2024-01-05,Anna,"$1,250.50"\n2024-01-05,Bo,"-$1,250.50"\n', {'Anna': '1250.5', 'Bo': '-1250.5'}),
    ('Date,Player,Profit/Loss\n2024-01-05,Anna,"$1,250"\n2024-01-05,Bo,"($1,250)"\n', {'Anna': '1250', 'Bo': '-1250'}),
    ('Date,Player,Result\n2024-01-05,Anna,+50\n2024-01-05,Bo,−50\n', {'Anna': '50', 'Bo': '-50'}),
    ('Date,Player,Result\n2024-01-05,Anna,50-\n2024-01-05,Bo,50\n', {'Anna': '-50', 'Bo': '50'}),
    ('Date,Player,Result\n2024-01-05,Anna,50 CR\n2024-01-05,Bo,50 DR\n', None),
    ('Date,Player,Won,Lost\n2024-01-05,Anna,50,\n2024-01-05,Bo,,50\n', {'Anna': '50', 'Bo': '-50'}),
    ('Date,Player,Won,Lost\n2024-01-05,Anna,50,\n2024-01-05,Bo,,-50\n', {'Anna': '50', 'Bo': '-50'}),
    ('Date,Player,Won,Lost,Net\n2024-01-05,Anna,60,10,50\n2024-01-05,Bo,0,50,-50\n', {'Anna': '50', 'Bo': '-50'}),
    ('Date,Player,Won,Lost,Net\n2024-01-05,Anna,60,10,60\n2024-01-05,Bo,0,60,-60\n', None),
    ('Date,Player,Won,Lost\n2024-01-05,Anna,50,\n2024-01-05,Bo,,50\n2024-01-05,Anna,50,\n2024-01-05,Bo,,50\n', None),
    ('Date,Player,Won,Lost\n2024-01-05,Anna,-50,\n2024-01-05,Bo,,-50\n', None),
    ('Date,Player,Buy In,Cash Out\n2024-01-05,Anna,100,150\n2024-01-05,Bo,100,50\n', {'Anna': '50', 'Bo': '-50'}),
    ('Date,Player,Buy-In,Rebuys,Add-on,Cashout\n2024-01-05,Anna,20,2,0,42\n2024-01-05,Bo,20,0,0,0\n', {'Anna': '20', 'Bo': '-20'}),
    ('Date,Player,Buy In,# Rebuys,Cash Out\n2024-01-05,Anna,20,2,100\n2024-01-05,Bo,20,2,20\n', None),
    ('date,player,total,cash_in,cash_out\n2024-01-05,alkis,-160,160,0\n2024-01-05,george,160,0,160\n', {'alkis': '-160', 'george': '160'}),
    ('date,player,total,cash_in,cash_out\n2024-01-05,alkis,-160,160,0\n2024-01-05,george,160,60,220\n2024-01-05,|_ total _|,0,220,220\n', {'alkis': '-160', 'george': '160'}),
    ('Date,Anna,Bo,Carl,Check\n1/13/2024,10,-5,-5,0\n1/20/2024,-10,5,5,0\nTotal,0,0,0,0\nAVG,0,0,0,0\n', {'Anna': '0', 'Bo': '0', 'Carl': '0'}),
    ("Date,Location,Anna,Bo\n2024-01-13,Bo's,10,-10\n", {'Anna': '10', 'Bo': '-10'}),
    ('Date,# Players,Anna,Bo\n2024-01-13,2,10,-10\n', {'Anna': '10', 'Bo': '-10'}),
    ('Night,Date,Anna,Bo\n1,2024-01-13,10,-10\n2,2024-01-20,5,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('#,Date,Anna,Bo\n1,2024-01-13,10,-10\n2,2024-01-20,5,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Bo,Pot\n2024-01-13,10,-10,200\n', None),
    ('Date,Player,Net,Running Total\n2024-01-13,Anna,10,10\n2024-01-13,Bo,-10,-10\n2024-01-20,Anna,5,15\n2024-01-20,Bo,-5,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Anna cumulative,Bo,Bo cumulative\n2024-01-13,10,10,-10,-10\n2024-01-20,5,15,-5,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Player,2024-01-13,2024-01-20,Total\nAnna,10,5,15\nBo,-10,-5,-15\nTotal,0,0,0\n', {'Anna': '15', 'Bo': '-15'}),
    ('Player,Total,2024-01-13,2024-01-20\nAnna,15,10,5\nBo,-15,-10,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Player,Jan 13 2024,Jan 20 2024\nAnna,10,5\nBo,-10,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Player,Jan 13,Jan 20\nAnna,10,5\nBo,-10,-5\n', None),
    ('Date,Anna,Bo\n2024-01-13,1.5k,-1.5k\n', {'Anna': '1500', 'Bo': '-1500'}),
    ('Date,Anna,Bo\n2024-01-13,0.333,-0.333\n', None),
    ('Date,Anna,Bo,Carl\n2024-01-13,33.33,33.33,-66.67\n', None),
    ('Date,Player,Net\n2024-01-05,Anna,5\n2024-01-05,Bo,-5\n2024-01-05,Anna,5\n2024-01-05,Bo,-5\n', None),
    ('Date,Player,Net\n2024-01-05,Anna,50%\n2024-01-05,Bo,-50%\n', None),
    ('Date,Player,Net\n2024-01-05,Anna,=10-5\n2024-01-05,Bo,-5\n', None),
    ('Date,Player,Net\n2024-01-05,Anna,TRUE\n2024-01-05,Bo,FALSE\n', None),
    ("Date,Player,Net\n2024-01-05,Anna,'50\n2024-01-05,Bo,'-50\n", {'Anna': '50', 'Bo': '-50'}),
    ('Dato;Spiller;Resultat\n5.1.2024;Søren;1.250,50\n5.1.2024;Åse;-1.250,50\n', {'Søren': '1250.5', 'Åse': '-1250.5'}),
    ('Dato;Spiller;Resultat\n5.1.2024;Søren;1.250\n5.1.2024;Åse;-1.250\n', {'Søren': '1250', 'Åse': '-1250'}),
    ('Dato;Spiller;Resultat\n5.1.2024;Søren;50,-\n5.1.2024;Åse;-50,-\n', {'Søren': '50', 'Åse': '-50'}),
    ('Dato;Spiller;Indskud;Udbetalt\n5.1.2024;Søren;100 kr.;175,50 kr.\n5.1.2024;Åse;100 kr.;24,50 kr.\n', {'Søren': '75.5', 'Åse': '-75.5'}),
    ('Dato\tSøren\tÅse\n5/1-24\t50\t-50\n12/1-24\t-25\t25\nI alt\t25\t-25\n', {'Søren': '25', 'Åse': '-25'}),
    ('Aften;Søren;Åse\nfredag d. 5. januar 2024;50;-50\n', {'Søren': '50', 'Åse': '-50'}),
    ('Dato;Søren;Åse;Difference\n05-01-2024;50;-50;0\n', {'Søren': '50', 'Åse': '-50'}),
    ('Dato;Søren;Åse;Bemærkninger\n05-01-2024;50;-50;Søren vandt 3 peder\n', {'Søren': '50', 'Åse': '-50'}),
    ('Dato;Søren;Åse;Bedste hånd\n05-01-2024;50;-50;fuldt hus\n', None),
    ('Dato;Vært;Søren;Åse\n05-01-2024;Åse;50;-50\n', {'Søren': '50', 'Åse': '-50'}),
    ('Dato;Spiller;Gevinst;Tab\n05-01-2024;Søren;50;0\n05-01-2024;Åse;0;50\n', {'Søren': '50', 'Åse': '-50'}),
    ('Dato;Spiller;Netto (kr)\n05-01-2024;Søren;50\n05-01-2024;Åse;-50\n', {'Søren': '50', 'Åse': '-50'}),
    ('Dato;Spiller;Resultat\n05-01-2024;Søren;kr\xa01\xa0250,50\n05-01-2024;Åse;kr -1\xa0250,50\n', {'Søren': '1250.5', 'Åse': '-1250.5'}),
    ('Dato;Spiller;Resultat\n05-01-2024;Søren;12,5\n05-01-2024;Åse;-12,50\n', {'Søren': '12.5', 'Åse': '-12.5'}),
    ('Dato;Spiller;Resultat\n05-01-2024;Søren;1.250\n05-01-2024;Åse;-1.250\n12-01-2024;Søren;2.5\n12-01-2024;Åse;-2.5\n', None),
    ('Datum;Spieler;Gewinn\n05.01.2024;Jürgen;1.250,50 €\n05.01.2024;Käthe;-1.250,50 €\n', {'Jürgen': '1250.5', 'Käthe': '-1250.5'}),
    ('Datum;Name;Einzahlung;Auszahlung;Ergebnis\n05.01.2024;Jürgen;20,00;35,50;15,50\n05.01.2024;Käthe;20,00;4,50;-15,50\n', {'Jürgen': '15.5', 'Käthe': '-15.5'}),
    ('Datum;Jürgen;Käthe;Summe\nFr, 05.01.2024;5;-5;0\nDurchschnitt;5;-5;0\n', {'Jürgen': '5', 'Käthe': '-5'}),
    ("Datum;Spieler;Ergebnis\n05.01.2024;Jürgen;1'250.50\n05.01.2024;Käthe;-1'250.50\n", {'Jürgen': '1250.5', 'Käthe': '-1250.5'}),
    ('Datum;Spieler;Ergebnis\n05.01.2024;Jürgen;1\u2019250.50\n05.01.2024;Käthe;-1\u2019250.50\n', {'Jürgen': '1250.5', 'Käthe': '-1250.5'}),
    ('Date;Joueur;Gain net\n05/01/2024;Zoé;1\u202f250,50 €\n05/01/2024;Éric;-1\u202f250,50 €\n', {'Zoé': '1250.5', 'Éric': '-1250.5'}),
    ('Date;Joueur;Gain;Perte\n13/01/2024;Zoé;5;0\n13/01/2024;Éric;0;5\n', {'Zoé': '5', 'Éric': '-5'}),
    ('Date;Zoé;Éric;Total général\n13/01/2024;5;-5;0\n', {'Zoé': '5', 'Éric': '-5'}),
    ('date,player,net\r2024-01-05,Anna,5\r2024-01-05,Bo,-5\r', {'Anna': '5', 'Bo': '-5'}),
    ('date,player,net\n2024-01-05,"Anna,5\n2024-01-05,Bo,-5\n', None),
    ('date,player,net\n2024-01-05,Anna,5\n,Bo,-5\n\n2024-01-12,Anna,-3\n,Bo,3\n', {'Anna': '2', 'Bo': '-2'}),
    ('2024-01-05,,\nAnna,5,\nBo,-5,\n', None),
    ('date,player,net\n2024-01-05,,\n,Anna,5\n,Bo,-5\n2024-01-12,,\n,Anna,-3\n,Bo,3\n', {'Anna': '2', 'Bo': '-2'}),
    ('player,date,net\nAnna,,\n,2024-01-05,5\n,2024-01-12,-3\nBo,,\n,2024-01-05,-5\n,2024-01-12,3\n', {'Anna': '2', 'Bo': '-2'}),
    ('date,player,net\n2024-01-05,Anna,5\n2024-01-05,anna ,-5\n', None),
    ('date,player,net\n2024-01-05,Anna,5\n2024-01-05,\u0410nna,-5\n', {'Anna': '5', '\u0410nna': '-5'}),
    ('date,player,net\n2024-01-05,José,5\n2024-01-05,José,-5\n', None),
    ('date,player,net\n2024-01-05,🂡,5\n2024-01-05,Bo,-5\n', None),
    ('date,player,net\n2024-01-05,Max,5\n2024-01-05,Bo,-5\n', {'Max': '5', 'Bo': '-5'}),
    ('date,player,net\n2024-01-05,Anna B.,5\n2024-01-05,Anna,-5\n', {'Anna B.': '5', 'Anna': '-5'}),
    ('date,player,net\n2024-01-05,Ole (vært),5\n2024-01-05,Ole,-5\n', {'Ole (vært)': '5', 'Ole': '-5'}),
    ('Date,Date Night,Bo\n2024-01-13,5,-5\n', {'Date Night': '5', 'Bo': '-5'}),
    ('date,player,net\n2024-01-05,Anna,5\n2024-01-05,Bo,-7\n2024-01-05,Rake,2\n', {'Anna': '5', 'Bo': '-7', 'Rake': '2'}),
    ('date,Anna,Bo,Tips\n2024-01-05,5,-7,2\n', {'Anna': '5', 'Bo': '-7', 'Tips': '2'}),
    ('Date,Anna,Anna total,Bo,Bo total\n2024-01-13,10,10,-10,-10\n2024-01-20,5,15,-5,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Bo,,Anna (total),Bo (total)\n2024-01-13,10,-10,,10,-10\n2024-01-20,5,-5,,15,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Dato;Anna;Bo;Anna akk.;Bo akk.\n13-01-2024;10;-10;10;-10\n20-01-2024;5;-5;15;-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Dato;Anna;Bo;Anna i alt;Bo i alt\n13-01-2024;10;-10;10;-10\n20-01-2024;5;-5;15;-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Bo,Anna running,Bo running\n2024-01-13,10,-10,10,-10\n2024-01-20,5,-5,15,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Bo,Cum Anna,Cum Bo\n2024-01-13,10,-10,10,-10\n2024-01-20,5,-5,15,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Bo,Anna Berg,Bo Berg\n2024-01-13,10,-10,3,-3\n2024-01-20,5,-5,1,-1\n', None),
    ('Player,2024-01-13,2024-01-20\nAnna,10,5\nBo,-10,-5\nAnna total,10,15\nBo total,-10,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Player,Net\n2024-01-13,Anna,10\n2024-01-13,Bo,-10\n2024-01-20,Anna,5\n2024-01-20,Bo,-5\n,Anna total,15\n,Bo total,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Bo,Anna $/hr,Bo $/hr\n2024-01-13,10,-10,5,-5\n2024-01-20,5,-5,1,-1\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Anna bounty,Bo,Bo bounty\n2024-01-13,10,2,-10,-2\n2024-01-20,5,1,-5,-1\n', None),
    ('Date,Anna,Bo,Rank\n2024-01-13,10,-10,0\n2024-01-20,5,-5,0\n', {'Anna': '15', 'Bo': '-15'}),
    ('Night,Date,Anna,Bo\n1,2024-01-13,10,-10\n2,2024-01-20,5,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('#,Date,Anna,Bo\n1,2024-01-13,10,-10\n2,2024-01-20,5,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Nr.;Dato;Anna;Bo\n1;13-01-2024;10;-10\n2;20-01-2024;5;-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Uge;Dato;Anna;Bo\n2;13-01-2024;10;-10\n3;20-01-2024;5;-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Dag;Dato;Anna;Bo\nlørdag;13-01-2024;10;-10\nlørdag;20-01-2024;5;-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Day,Anna,Bo\n2024-01-13,Sat,10,-10\n2024-01-20,Sat,5,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Dato;Anna;Bo;Bemærkninger\n13-01-2024;10;-10;x\n20-01-2024;5;-5;god aften\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Players,Hours,Anna,Bo\n2024-01-13,2,3.5,10,-10\n2024-01-20,2,4,5,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Bo,Winner\n2024-01-13,10,-10,Anna\n2024-01-20,5,-5,Anna\n', {'Anna': '15', 'Bo': '-15'}),
    ('date,player,net\n2024-01-13,,\n,Anna,10\n,Bo,-10\n2024-01-20,,\n,Anna,5\n,Bo,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('player,date,net\nAnna,,\n,2024-01-13,10\n,2024-01-20,5\nBo,,\n,2024-01-13,-10\n,2024-01-20,-5\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Time,Player,Net\n2024-01-13,20:00,Anna,15\n2024-01-13,20:00,Bo,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Start,End,Anna,Bo\n2024-01-13,20:00,23:30,15,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Player,Net,Season\n2024-01-13,Anna,15,7\n2024-01-13,Bo,-15,7\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Player,Net,Net (DKK)\n2024-01-13,Anna,15,105\n2024-01-13,Bo,-15,-105\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Player,Net chips,Net\n2024-01-13,Anna,1500,15\n2024-01-13,Bo,-1500,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Player,Chips,Result\n2024-01-13,Anna,1500,15\n2024-01-13,Bo,-1500,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Player,Buy-in,Cash-out,Net\n2024-01-13,Anna,20,35,15\n2024-01-13,Bo,20,5,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Player,Buy-in,Cash-out,Net\n2024-01-13,Anna,20,35,15\n2024-01-13,Bo,20,5,-10\n', None),
    ('Date,Player,Buy-in,Net\n2024-01-13,Anna,20,15\n2024-01-13,Bo,20,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Player,Buy-in,Cash-out\n2024-01-13,Anna,20,35\n2024-01-13,Bo,20,\n2024-01-13,Carl,20,25\n', {'Anna': '15', 'Bo': '-20', 'Carl': '5'}),
    ('Date,Anna,Bo\n2024-01-13,15,-15\n2024-01-13,15,-15\n', None),
    ('Date,Anna,Bo\n2024-01-13,15,-15\n2024-02-30,15,-15\n', None),
    ('Date,Anna,Bo\n2024-01-13 00:30,15,-15\n', {'Anna': '15', 'Bo': '-15'}),
    ('Date,Anna,Bo\n13 Jan,15,-15\n', None),
    ('Date,Anna,Bo,Carl,Winner\n1/13/2024,10,-5,-5,Anna\n', {'Anna': '10', 'Bo': '-5', 'Carl': '-5'}),
    ('Date,Player,P/L\n2024-01-13,Anna,$10.00\n2024-01-13,Bo,$(10.00)\n2024-01-13,Carl, $-   \n', {'Anna': '10', 'Bo': '-10'}),
    ('Date,Player,Net\n2024-01-13,Anna,10\n2024-01-13,Bo,-10\n2024-01-13,Carl,\n', {'Anna': '10', 'Bo': '-10'}),
    ('Date,Player,Buy-in,Cash-out\n2024-01-13,Anna,$20.00,$40.00\n2024-01-13,Bo,$20.00,$-\n', {'Anna': '20', 'Bo': '-20'}),
    ('Date,Player,Buy-in,Cash-out,Net\n2024-01-13,Anna,20,20,-\n2024-01-13,Bo,20,20,-\n', {'Anna': '0', 'Bo': '0'}),
    ('Date,Player,Net\n2024-01-13,Anna,+12\n2024-01-13,Bo,\u201012\n', {'Anna': '12', 'Bo': '-12'}),
    ('Dato;Spiller;Saldo\n13.01.24;Anna;150\n13.01.24;Bo;-150\n20.01.24;Anna;100\n20.01.24;Bo;-100\n', None),
    ('Dato;Spiller;Saldo\n13.01.24;Anna;150\n13.01.24;Bo;-150\n', {'Anna': '150', 'Bo': '-150'}),
    ('Datum;Spieler;Einzahlung;Auszahlung;Saldo\n13.01.24;Anna;20;35;15\n13.01.24;Bo;20;5;-15\n20.01.24;Anna;20;15;-5\n20.01.24;Bo;20;25;5\n', {'Anna': '10', 'Bo': '-10'}),
    ('date,Anna,Bo\n2024-01-05,5,-5\n2024-01-12,3,-3\nStand 31.12.2024,8,-8\n', None),
    ('date,Anna,Bo\n2024-01-05,5,-5\nuntil Dec 31 2024,5,-5\n', None),
    ('date,Anna,Bo,Carl\n2024-01-05,5,-2,-3\n2024-01-12,3,-4,1\n2024-12-31,8,-6,-2\n', None),
    ('date,Anna,Bo,Carl\n2024-01-05,5,-2,-3\n2024-12-31,5,-2,-3\n', {'Anna': '10', 'Bo': '-4', 'Carl': '-6'}),
    ('date,Anna,Bo,Carl\n2024-01-05,5,-2,-3\n2024-01-12,3,-4,1\n2024-12-31,8,-6,-2\n2025-01-03,1,0,-1\n', None),
    ('Spiller;5.1.2024;12.1.2024;31.12.2024\nAnna;5;3;8\nBo;-2;-4;-6\nCarl;-3;1;-2\n', None),
    ('Dato;Anna;Bo\nlør d. 13.1.2024;5;-5\nsøndag den 14. jan 2024;3;-3\nzaterdag 20.1.2024;1;-1\nviernes 26/1/2024;1;-1\n', {'Anna': '10', 'Bo': '-10'}),
    ('Dato;Anna;Bo;Balance\n13-01-2024;12;-12;0\n20-01-2024;-2;2;0\n', {'Anna': '10', 'Bo': '-10'}),
    ('date,Anna,Bo\n2024-01-01,10,-10\n2024-01-08,5,-5\n2024-12-31,15,-15\n', None),
    ('date,Anna,Bo\n2024-01-01,10,-10\n2024-01-08,5,-5\n2024-01-15,15,-15\n2024-01-22,1,-1\n', {'Anna': '31', 'Bo': '-31'}),
    ('Spiller;1.1.2024;8.1.2024\nAnna;10;5\nBo;-10;-5\nØ;0;0\nGnms;0;0\nΣ;0;0\n', {'Anna': '15', 'Bo': '-15'}),
    ('Spiller;1.1.2024;8.1.2024\nAnna;10;5\nØst;-10;-5\nYhteensä;0;0\nŚrednia;5;2,5\n', {'Anna': '15', 'Øst': '-15'}),
    ('Date,Anna,Bo,Totale\n2024-01-05,10,-10,0\nSuma,10,-10,0\nMedia,5,-5,0\n', {'Anna': '10', 'Bo': '-10'}),
    ('Dato;Anna;Bo;Sammenlagt\n5.1.2024;10;-10;0\nInsgesamt;10;-10;0\nSomma;10;-10;0\n', {'Anna': '10', 'Bo': '-10'}),
    ('date,Anna (chips),Bo (chips)\n2024-01-05,1250,-1250\n', None),
    ('date,player,net (chips)\n2024-01-05,Anna,10\n2024-01-05,Bo,-10\n', None),
    ('dato;Anna saldo;Bo saldo\n5.1.2024;10;-10\n12.1.2024;15;-15\n', None),
    ('date,Mr Chips,Bo\n2024-01-05,10,-10\n', {'Mr Chips': '10', 'Bo': '-10'}),
    ('dato;Anna;Bo;Carl\n5.1.2024;10;-5;-5\n12.1.2024;20;-10;-10\n31.12.2024;15;-7,5;-7,5\n', None),
    ('dato;Anna;Bo\n5.1.2024;10;-10\n12.1.2024;10;-10\n19.1.2024;10;-10\n', {'Anna': '30', 'Bo': '-30'}),
]  # fmt: skip
"""A sheet and what its players won in all; None for one that is refused: it may be read in two ways, or doesn't add up."""


@pytest.mark.parametrize(("text", "won"), SHEETS)
def test_a_sheet_comes_to_what_its_players_won(tmp_path: Path, text: str, won: dict[str, str] | None) -> None:
    file = tmp_path / "sheet.csv"
    file.write_bytes(text.encode())
    registry = Registry.of(Store(tmp_path / "store"))
    if won is None:
        with pytest.raises(FileError):
            nights_of(read_sheet(file), registry, Terms())
        return
    sheet = read_sheet(file)
    nights_of(sheet, registry, Terms())
    sums: dict[str, Decimal] = {}
    for result in sheet.results:
        sums[result.name] = sums.get(result.name, Decimal(0)) + result.net
    assert sums == {name: Decimal(net) for name, net in won.items()}


@pytest.mark.parametrize(
    ("header", "row", "currency", "net"),
    [
        ("dato;Anna (kr);Bo [kr]", "27.11.2026;12,50;-12,50", "kr", "12.50"),
        ("dato,Anna – kr,Bo - kr", "27.11.2026,12,-12", "kr", "12"),
        ("dato,Anna DKK,Bo DKK", "27.11.2026,12,(12)", "DKK", "12"),
        ("dato,Anna €,Bo €", "27.11.2026,12,-12", "EUR", "12"),
        ("dato,Anna (øre),Bo (øre)", "27.11.2026,1250,-1250", "kr", "12.50"),
        ("dato,spiller,netto (øre)", "27.11.2026,Anna,1250\n27.11.2026,Bo,-1250", "kr", "12.50"),
        ("dato,spiller,beløb i EUR", "27.11.2026,Anna,12\n27.11.2026,Bo,-12", "EUR", "12"),
        ("spiller,27.11.2026", "Anna (kr),12\nBo (kr),-12", "kr", "12"),
    ],
)
def test_a_unit_in_a_heading_is_that_of_the_amounts(
    tmp_path: Path, header: str, row: str, currency: str, net: str
) -> None:
    place = tmp_path / "a.csv"
    place.write_text(f"{header}\n{row}\n")
    sheet = read_sheet(place)
    assert sheet.currency == currency
    assert [(one.name, one.net) for one in sheet.results] == [("Anna", Decimal(net)), ("Bo", -Decimal(net))]


def test_a_word_after_one_name_is_no_unit_and_two_currencies_are_refused(tmp_path: Path) -> None:
    place = tmp_path / "a.csv"
    place.write_text("dato,Anna,Bo Kr\n27.11.2026,12,-12\n")
    assert [one.name for one in read_sheet(place).results] == ["Anna", "Bo Kr"]
    place.write_text("dato,Anna (EUR),Bo (DKK)\n27.11.2026,12,-12\n")
    with pytest.raises(FileError, match="EUR"):
        read_sheet(place)
